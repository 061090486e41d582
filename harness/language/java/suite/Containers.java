package harness.suite;

import java.lang.reflect.Array;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.Stack;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.Vector;
import java.util.function.Supplier;

/** Java's own containers, which both sides hold: what kind each is, its elements, and a new one of that kind. */
final class Containers {
    private static final Map<String, Supplier<Object>> MAKERS = Map.ofEntries(
            Map.entry("java.util.ArrayList", ArrayList::new),
            Map.entry("java.util.LinkedList", LinkedList::new),
            Map.entry("java.util.Vector", Vector::new),
            Map.entry("java.util.Stack", Stack::new),
            Map.entry("java.util.ArrayDeque", ArrayDeque::new),
            Map.entry("java.util.PriorityQueue", PriorityQueue::new),
            Map.entry("java.util.HashSet", HashSet::new),
            Map.entry("java.util.LinkedHashSet", LinkedHashSet::new),
            Map.entry("java.util.TreeSet", TreeSet::new),
            Map.entry("java.util.HashMap", HashMap::new),
            Map.entry("java.util.LinkedHashMap", LinkedHashMap::new),
            Map.entry("java.util.TreeMap", TreeMap::new),
            Map.entry("java.lang.StringBuilder", StringBuilder::new));
    private static final String FIXED = "java.util.Arrays$ArrayList";
    private static final List<String> CONSTANT = List.of(
            "java.util.ImmutableCollections$", "java.util.Collections$Unmodifiable", "java.util.Collections$Empty",
            "java.util.Collections$Singleton");

    /** A new container: what is handed out, and what its elements are put into. */
    record Pair(Object whole, Object inner) {}

    private Containers() {}

    /** The kind of a container; null when the object is none that crosses by its elements. */
    static String kind(Object value) {
        Class<?> type = value.getClass();
        String name = type.getName();
        if (type.isArray()) {
            return name;
        }
        if (name.equals(FIXED)) {
            return "fixed";
        }
        if (MAKERS.containsKey(name)) {
            return isOrderedByOthers(value) ? null : name;
        }
        if (CONSTANT.stream().anyMatch(name::startsWith)) {
            return value instanceof List ? "list" : value instanceof SortedSet || value instanceof SortedMap ? null
                    : value instanceof java.util.Set ? "set" : value instanceof Map ? "map"
                    : value instanceof Collection ? "collection" : null;
        }
        return null;
    }

    private static boolean isOrderedByOthers(Object value) {
        return value instanceof TreeSet<?> set && set.comparator() != null
                || value instanceof TreeMap<?, ?> map && map.comparator() != null
                || value instanceof PriorityQueue<?> queue && queue.comparator() != null;
    }

    /** The elements; of a map a key and its value in turns; of a text itself. */
    static List<Object> elements(Object value) {
        List<Object> elements = new ArrayList<>();
        if (value instanceof Map<?, ?> map) {
            map.forEach((key, item) -> {
                elements.add(key);
                elements.add(item);
            });
        } else if (value instanceof Collection<?> collection) {
            elements.addAll(collection);
        } else if (value instanceof StringBuilder text) {
            elements.add(text.toString());
        } else {
            for (int i = 0; i < Array.getLength(value); i++) {
                elements.add(Array.get(value, i));
            }
        }
        return elements;
    }

    /** A new container of a kind, with room for so many elements. */
    static Pair make(String kind, int length, Codec codec) {
        if (kind.startsWith("[")) {
            Object array = Array.newInstance(codec.type(kind).getComponentType(), length);
            return new Pair(array, array);
        }
        Object inner = switch (kind) {
            case "fixed" -> new Object[length];
            case "list", "collection" -> new ArrayList<>();
            case "set" -> new LinkedHashSet<>();
            case "map" -> new LinkedHashMap<>();
            default -> MAKERS.get(kind).get();
        };
        Object whole = switch (kind) {
            case "fixed" -> Arrays.asList((Object[]) inner);
            case "list" -> Collections.unmodifiableList((List<?>) inner);
            case "collection" -> Collections.unmodifiableCollection((List<?>) inner);
            case "set" -> Collections.unmodifiableSet((LinkedHashSet<?>) inner);
            case "map" -> Collections.unmodifiableMap((Map<?, ?>) inner);
            default -> inner;
        };
        return new Pair(whole, inner);
    }

    /** Put these elements in place of those that are there; what cannot be changed stays as it is. */
    @SuppressWarnings("unchecked")
    static void fill(Object inner, List<Object> elements) {
        if (inner instanceof Map<?, ?> map) {
            map.clear();
            for (int i = 0; i + 1 < elements.size(); i += 2) {
                ((Map<Object, Object>) map).put(elements.get(i), elements.get(i + 1));
            }
        } else if (inner instanceof List<?> list && list.getClass().getName().equals(FIXED)) {
            for (int i = 0; i < list.size(); i++) {
                ((List<Object>) list).set(i, elements.get(i));
            }
        } else if (inner instanceof Collection<?> collection) {
            collection.clear();
            ((Collection<Object>) collection).addAll(elements);
        } else if (inner instanceof StringBuilder text) {
            text.setLength(0);
            text.append((String) elements.get(0));
        } else {
            for (int i = 0; i < Array.getLength(inner); i++) {
                Array.set(inner, i, elements.get(i));
            }
        }
    }

    /** Whether the other side may have changed a container of this kind by what it did. */
    static boolean isMutable(String kind) {
        return !List.of("list", "collection", "set", "map").contains(kind);
    }
}
