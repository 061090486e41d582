import java.io.*;
import java.util.*;

/* Finds all solutions and draws each one. */
public class NQueensSolver
{
    public int n;
    public int[] queensPositions;
    public int[] firstUntried;

    public NQueensSolver()
    {
        n = 8;
    }

    public static void main(String[] args) throws IOException
    {
        PrintWriter out = new PrintWriter(new BufferedWriter(new OutputStreamWriter(System.out)));
        int count = new NQueensSolver().solveAll(out);
        out.println(count + " solutions in all");
        out.flush();
    }

    public int solveAll(PrintWriter out)
    {
        initQueensPositions();
        initStates();
        int count = 0;
        int column = 0;
        while (column >= 0)
        {
            if (column == n)
            {
                count++;
                out.println("Solution " + count);
                draw(out);
                column--;
            }
            int row = getUntriedPosition(column);
            if (row == -1)
            {
                setAllPositionsUntried(column);
                setQueenPosition(column, -1);
                column--;
            }
            else
            {
                setPositionTried(column);
                if (!hasConflictCumulative(column, row))
                {
                    setQueenPosition(column, row);
                    column++;
                }
            }
        }
        return count;
    }

    private void draw(PrintWriter out)
    {
        String border = "  +";
        StringBuilder head = new StringBuilder("   ");
        for (int i = 0; i < n; i++)
        {
            border += "---+";
            head.append(" " + i + "  ");
        }
        out.println(head);
        for (int row = 0; row < n; row++)
        {
            out.println(border);
            out.print(row + " |");
            for (int column = 0; column < n; column++)
            {
                out.print(queensPositions[column] == row ? " X |" : "   |");
            }
            out.println();
        }
        out.println(border);
        out.println();
    }

    public void initQueensPositions()
    {
        queensPositions = new int[n];
        Arrays.fill(queensPositions, -1);
    }

    public boolean hasConflict(int a, int b, int bpos)
    {
        int apos = getQueenPosition(a);
        if (apos == bpos)
        {
            return true;
        }
        if (Math.abs(apos - bpos) == Math.abs(a - b))
        {
            return true;
        }
        return false;
    }

    public boolean hasConflictCumulative(int b, int bpos)
    {
        for (int a = 0; a < b; a++)
        {
            if (hasConflict(a, b, bpos) == true)
            {
                return true;
            }
        }
        return false;
    }

    public void setQueenPosition(int col, int pos)
    {
        queensPositions[col] = pos;
    }

    public int getQueenPosition(int col)
    {
        return queensPositions[col];
    }

    public String getPositionsSnapshot()
    {
        return Arrays.toString(queensPositions);
    }

    public void initStates()
    {
        firstUntried = new int[n];
        Arrays.fill(firstUntried, 0);
    }

    public int getUntriedPosition(int col)
    {
        if (firstUntried[col] == n)
        {
            return -1;
        }
        else
        {
            return firstUntried[col];
        }
    }

    public void setPositionTried(int col)
    {
        firstUntried[col] += 1;
    }

    public void setAllPositionsUntried(int col)
    {
        firstUntried[col] = 0;
    }
}
