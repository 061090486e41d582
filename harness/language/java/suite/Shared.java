package harness.suite;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Containers that both sides hold: what one side changes, the other sees with the next message. */
final class Shared {
    private static final int LEAST = 500;

    /** A container: what is handed out, what its elements are in, and what the other side knows of it. */
    private static final class Entry {
        final long id;
        final String kind;
        Object whole;
        Object inner;
        String known = "";
        boolean isBusy;

        Entry(long id, String kind, Object whole, Object inner) {
            this.id = id;
            this.kind = kind;
            this.whole = whole;
            this.inner = inner;
        }
    }

    private final List<Entry> entries = new ArrayList<>();
    private final Map<Long, Entry> byId = new HashMap<>();
    private final IdentityHashMap<Object, Entry> byObject = new IdentityHashMap<>();
    private long next;
    private int most = LEAST;

    /** The numbers of one side are even, those of the other odd. */
    Shared(long first) {
        next = first;
    }

    long number(Object container) {
        Entry entry = byObject.get(container);
        if (entry == null) {
            entry = add(new Entry(next, Containers.kind(container), container, container));
            next += 2;
        }
        return entry.id;
    }

    private Entry add(Entry entry) {
        entries.add(entry);
        byId.put(entry.id, entry);
        byObject.put(entry.whole, entry);
        return entry;
    }

    Object get(long id) {
        return byId.get(id).whole;
    }

    /** What is new or has changed since the last message; what such a container holds is numbered, too. */
    List<Object> changes(Codec codec) {
        List<Object> changes = new ArrayList<>();
        for (int i = 0; i < entries.size(); i++) {
            Entry entry = entries.get(i);
            if (entry.isBusy || !entry.known.isEmpty() && !Containers.isMutable(entry.kind)) {
                continue;
            }
            List<Object> elements = codec.encodeAll(Containers.elements(entry.inner));
            String text = JsonWriter.text(elements);
            if (!text.equals(entry.known)) {
                entry.known = text;
                changes.add(List.of(entry.id, entry.kind, elements));
            }
        }
        return changes;
    }

    /** Take over what the other side has changed. */
    void update(Object said, Codec codec) {
        List<?> changes = (List<?>) said;
        List<Entry> changed = new ArrayList<>();
        for (Object each : changes) {
            List<?> change = (List<?>) each;
            long id = (Long) change.get(0);
            Entry entry = byId.get(id);
            if (entry == null) {
                String kind = (String) change.get(1);
                Containers.Pair made = Containers.make(kind, ((List<?>) change.get(2)).size(), codec);
                entry = add(new Entry(id, kind, made.whole(), made.inner()));
            }
            entry.isBusy = true;
            changed.add(entry);
        }
        for (int i = 0; i < changed.size(); i++) {
            Containers.fill(changed.get(i).inner, codec.decodeAll(((List<?>) changes.get(i)).get(2)));
        }
        for (Entry entry : changed) {
            entry.known = JsonWriter.text(codec.encodeAll(Containers.elements(entry.inner)));
            entry.isBusy = false;
        }
    }

    /** Whether so many are held that it pays to look for those that nobody uses. */
    boolean isFull() {
        return entries.size() > most;
    }

    /** Forget the containers that nobody else on this side holds, and return their numbers. */
    List<Object> unused() {
        List<WeakReference<Object>> wholes = new ArrayList<>();
        List<WeakReference<Object>> inners = new ArrayList<>();
        byObject.clear();
        for (Entry entry : entries) {
            wholes.add(new WeakReference<>(entry.whole));
            inners.add(new WeakReference<>(entry.inner));
            entry.whole = entry.inner = null;
        }
        System.gc();
        List<Object> unused = new ArrayList<>();
        for (int i = 0; i < wholes.size(); i++) {
            Entry entry = entries.get(i);
            entry.whole = wholes.get(i).get();
            entry.inner = inners.get(i).get();
            if (entry.whole == null) {
                unused.add(entry.id);
            } else {
                byObject.put(entry.whole, entry);
            }
        }
        forget(unused);
        most = Math.max(LEAST, 2 * entries.size());
        return unused;
    }

    void forget(Object said) {
        Set<Object> ids = new HashSet<>((List<?>) said);
        for (Object id : ids) {
            Entry entry = byId.remove(id);
            if (entry != null && entry.whole != null) {
                byObject.remove(entry.whole);
            }
        }
        entries.removeIf(entry -> ids.contains(entry.id));
    }
}
