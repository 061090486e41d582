import java.util.Iterator;
import java.util.LinkedList;

public class RingBuffer<T> implements Iterable<T> {
    public static class EmptyBuffer extends IllegalStateException {}

    private final LinkedList<T> items = new LinkedList<>();
    private final int capacity;

    public RingBuffer(int capacity) {
        this.capacity = capacity;
    }

    public int size() {
        return items.size();
    }

    public boolean push(T item) {
        return items.size() < capacity && items.add(item);
    }

    public T pop() {
        if (items.isEmpty()) {
            throw new EmptyBuffer();
        }
        return items.removeFirst();
    }

    @Override
    public Iterator<T> iterator() {
        return items.iterator();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RingBuffer<?> buffer && items.equals(buffer.items);
    }

    @Override
    public int hashCode() {
        return items.hashCode();
    }
}
