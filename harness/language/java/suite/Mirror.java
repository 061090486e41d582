package harness.suite;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What the bodies of the mirrors' methods call, and what stands in the tests for reading and writing fields. */
public final class Mirror {
    static Connection connection;
    static MirrorObjects objects;

    private Mirror() {}

    private static Object request(String op, Object... head) {
        return connection.request(op, new ArrayList<>(Arrays.asList(head)));
    }

    private static Object[] joined(Object[] head, Object[] rest) {
        Object[] all = Arrays.copyOf(head, head.length + rest.length);
        System.arraycopy(rest, 0, all, head.length, rest.length);
        return all;
    }

    /** Call a method of the program; {@code self} is null where it is static. */
    public static Object call(Object self, String owner, String name, String descriptor, Object[] given) {
        connection.lastCalled = List.of(owner, name, descriptor);
        if (name.equals("equals") && descriptor.equals("(Ljava/lang/Object;)Z") && !objects.isMirror(given[0])) {
            return given[0] != null && hasSameContent(self, given[0]);
        }
        Object value = request("call", joined(new Object[] {owner, name, descriptor, self}, given));
        return checked(value, descriptor.substring(descriptor.indexOf(')') + 1));
    }

    /** An object of the program is equal to no plain value, but for containers: those are compared by what is in them. */
    private static boolean hasSameContent(Object self, Object other) {
        if (self instanceof List<?> list && other instanceof List) {
            return new ArrayList<>(list).equals(other);
        }
        if (self instanceof Set<?> set && other instanceof Set) {
            return new HashSet<>(set).equals(other);
        }
        return self instanceof Map<?, ?> map && other instanceof Map && new HashMap<>(map).equals(other);
    }

    /** Have the program make an object, for which {@code self} stands from now on. */
    public static void construct(Object self, String owner, String descriptor, Object[] given) {
        connection.lastCalled = List.of(owner, "<init>", descriptor);
        objects.expectMade(self);
        request("new", joined(new Object[] {owner, "", descriptor, null}, given));
    }

    /** Read a field of the program's; {@code self} is null where it is static. */
    public static Object get(Object self, String owner, String name, String descriptor) {
        return checked(request("get", owner, name, descriptor, self), descriptor);
    }

    /** Write a field of the program's. */
    public static void put(Object self, Object value, String owner, String name, String descriptor) {
        request("put", owner, name, descriptor, self, value);
    }

    /** The value, where it is of the type; what is of none of the tests' types cannot cross. */
    private static Object checked(Object value, String descriptor) {
        char letter = descriptor.charAt(0);
        boolean isPlain = letter != 'L' && letter != '[';
        if (letter == 'V' || value == null && !isPlain) {
            return null;
        }
        Class<?> type = isPlain ? Boxes.type(letter) : connection.codec.type(Descriptors.className(descriptor));
        if (!type.isInstance(value)) {
            if (isPlain) {
                throw connection.refuse();
            }
            String what = "a value for " + type.getName() + " cannot be handed from the program to the tests";
            throw connection.fail("raised", what);
        }
        return value;
    }
}
