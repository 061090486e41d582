/* Las ocho reinas: búsqueda con vuelta atrás. Autor: José Muñoz */
public class Reinas {
    int n = 8;
    int[] queensPositions;
    int[] firstUntried;

    public static void main(String[] args) {
        Reinas reinas = new Reinas();
        reinas.initQueensPositions();
        reinas.initStates();
        reinas.resolver();
        reinas.imprimir();
    }

    void resolver() {
        int columna = 0;
        boolean terminado = false;
        while (!terminado) {
            int fila = getUntriedPosition(columna);
            if (fila != -1) {
                setPositionTried(columna);
                boolean libre = !hasConflictCumulative(columna, fila);
                if (libre) {
                    setQueenPosition(columna, fila);
                    columna++;
                }
            } else {
                setAllPositionsUntried(columna);
                columna--; // volver atrás
                if (columna >= 0) {
                    setQueenPosition(columna, -1);
                }
            }
            terminado = columna == n || columna < 0;
        }
    }

    void imprimir() {
        int[][] tablero = new int[n][n];
        for (int columna = 0; columna < n; columna++) {
            tablero[getQueenPosition(columna)][columna] = 1;
        }
        for (int[] fila : tablero) {
            System.out.println(java.util.Arrays.toString(fila));
        }
    }

    void initQueensPositions() {
        queensPositions = new int[n];
        for (int i = 0; i < n; i++) {
            queensPositions[i] = -1;
        }
    }

    boolean hasConflict(int a, int b, int bpos) {
        return getQueenPosition(a) == bpos || Math.abs(getQueenPosition(a) - bpos) == b - a;
    }

    boolean hasConflictCumulative(int b, int bpos) {
        int conflictos = 0;
        for (int a = 0; a < b; a++) {
            if (hasConflict(a, b, bpos)) {
                conflictos++;
            }
        }
        return conflictos > 0;
    }

    void setQueenPosition(int col, int pos) {
        queensPositions[col] = pos;
    }

    int getQueenPosition(int col) {
        return queensPositions[col];
    }

    String getPositionsSnapshot() {
        String texto = "(";
        for (int i = 0; i < n; i++) {
            texto += queensPositions[i] + (i < n - 1 ? "; " : ")");
        }
        return texto;
    }

    void initStates() {
        firstUntried = new int[n];
    }

    int getUntriedPosition(int col) {
        if (firstUntried[col] == n) {
            return -1;
        }
        return firstUntried[col];
    }

    void setPositionTried(int col) {
        firstUntried[col] = firstUntried[col] + 1;
    }

    void setAllPositionsUntried(int col) {
        firstUntried[col] = 0;
    }
}
