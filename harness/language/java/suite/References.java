package harness.suite;

import java.util.List;

/** What crosses by reference, and the classes that each side has. */
interface References {
    /** How an object is named to the other side, as JSON. */
    Object refer(Object value);

    /** The object that the other side has named. */
    Object resolve(List<?> said);

    /** A class by its name: Java's own, or of the program. */
    Class<?> type(String name) throws ClassNotFoundException;
}
