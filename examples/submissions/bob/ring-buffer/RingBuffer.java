import java.util.Iterator;

public class RingBuffer<T> implements Iterable<T> {
    public static class EmptyBuffer extends IllegalStateException {
        EmptyBuffer() {
            super("the buffer is empty");
        }
    }

    private final Object[] items;
    private int oldest;
    private int size;

    public RingBuffer(int capacity) {
        items = new Object[capacity];
    }

    public int size() {
        return size;
    }

    public boolean push(T item) {
        if (size == items.length) {
            pop();
        }
        items[(oldest + size) % items.length] = item;
        size++;
        return true;
    }

    public T pop() {
        if (size == 0) {
            throw new EmptyBuffer();
        }
        T item = get(0);
        oldest = (oldest + 1) % items.length;
        size--;
        return item;
    }

    @SuppressWarnings("unchecked")
    private T get(int i) {
        return (T) items[(oldest + i) % items.length];
    }

    @Override
    public Iterator<T> iterator() {
        return new Iterator<>() {
            private int next;

            @Override
            public boolean hasNext() {
                return next < size;
            }

            @Override
            public T next() {
                return get(next++);
            }
        };
    }

    @Override
    public boolean equals(Object other) {
        if (!(other instanceof RingBuffer<?> buffer) || buffer.size != size) {
            return false;
        }
        for (int i = 0; i < size; i++) {
            if (!get(i).equals(buffer.get(i))) {
                return false;
            }
        }
        return true;
    }

    @Override
    public int hashCode() {
        int hash = 0;
        for (int i = 0; i < size; i++) {
            hash = 31 * hash + get(i).hashCode();
        }
        return hash;
    }
}
