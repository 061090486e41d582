import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RingBufferTest {
    private RingBuffer<String> buffer;

    @BeforeEach
    void create() {
        buffer = new RingBuffer<>(3);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3})
    void pushedItemsCount(int count) {
        for (int i = 0; i < count; i++) {
            assertTrue(buffer.push("item " + i));
        }
        assertEquals(count, buffer.size());
    }

    @Test
    void firstPopTakesTheOldest() {
        buffer.push("a");
        buffer.push("b");
        assertEquals("a", buffer.pop());
        assertEquals(1, buffer.size());
    }

    @Test
    void laterPopsGoRound() {
        for (int i = 0; i < 10; i++) {
            buffer.push("item " + i);
            assertEquals("item " + i, buffer.pop());
        }
    }

    @Test
    void emptyPopThrows() {
        assertThrows(RingBuffer.EmptyBuffer.class, () -> buffer.pop());
        assertThrows(IllegalStateException.class, () -> buffer.pop());
    }

    @Test
    void iteratesFromTheOldest() {
        buffer.push("a");
        buffer.push("b");
        List<String> items = new ArrayList<>();
        buffer.forEach(items::add);
        assertEquals(List.of("a", "b"), items);
    }

    @Nested
    class Full {
        @BeforeEach
        void fill() {
            for (String item : List.of("a", "b", "c")) {
                buffer.push(item);
            }
        }

        @Test
        void refuses() {
            assertFalse(buffer.push("d"));
        }

        @Test
        void refusesAgain() {
            buffer.push("d");
            assertFalse(buffer.push("e"));
        }
    }
}
