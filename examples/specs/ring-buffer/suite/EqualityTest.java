import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotEquals;

import org.junit.Test;

/** Tests of JUnit 4, from an earlier year. */
public class EqualityTest {
    private static RingBuffer<Integer> of(int before, int... items) {
        RingBuffer<Integer> buffer = new RingBuffer<>(4);
        for (int i = 0; i < before; i++) {
            buffer.push(i);
            buffer.pop();
        }
        for (int item : items) {
            buffer.push(item);
        }
        return buffer;
    }

    @Test
    public void equalWhereverTheItemsLie() {
        assertEquals(of(0, 1, 2), of(3, 1, 2));
        assertEquals(of(0, 1, 2).hashCode(), of(3, 1, 2).hashCode());
        assertNotEquals(of(0, 1, 2), of(0, 2, 1));
        assertNotEquals(of(0, 1, 2), of(0, 1));
    }
}
