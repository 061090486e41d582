import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Compiles again and again in its working folder, which it empties each time. It runs nothing of what it compiles: its
 * caller gives it sources and classes only, and no option that names a processor or a plug-in.
 *
 * <p>A question: the number of words, the words; the number of files, for each its name, its time in nanoseconds, its
 * content. An answer: the compiler's exit status, what it wrote, the number of files made, their names and contents.
 * Both begin with their length. Numbers are big-endian, of four bytes (the time of eight); before each text and content
 * stands its length. An answer of no bytes says that the compiler is ready.
 */
public class Compiler {
    private static final Path HERE = Path.of("");

    public static void main(String[] args) throws IOException {
        DataInputStream questions = new DataInputStream(new BufferedInputStream(System.in));
        DataOutputStream answers = new DataOutputStream(new BufferedOutputStream(new FileOutputStream(FileDescriptor.out)));
        System.setOut(System.err);
        String[] itself = {"-d", ".", "-proc:none", args[0]};
        com.sun.tools.javac.Main.compile(itself, new PrintWriter(new StringWriter())); // the first is slow for anybody
        clear();
        send(answers, new byte[0]);
        try {
            while (true) {
                byte[] question = new byte[questions.readInt()];
                questions.readFully(question);
                send(answers, answer(new DataInputStream(new ByteArrayInputStream(question))));
            }
        } catch (EOFException end) {
            return;
        }
    }

    private static void send(DataOutputStream to, byte[] content) throws IOException {
        to.writeInt(content.length);
        to.write(content);
        to.flush();
    }

    private static byte[] answer(DataInputStream question) throws IOException {
        String[] words = new String[question.readInt() + 1];
        words[0] = "-XDstringConcat=inline"; // as the script javac has it
        for (int at = 1; at < words.length; at++) {
            words[at] = text(question);
        }
        Map<Path, byte[]> sources = new HashMap<>();
        for (int left = question.readInt(); left > 0; left--) {
            Path file = Path.of(text(question));
            FileTime time = FileTime.from(question.readLong(), TimeUnit.NANOSECONDS);
            sources.put(file, bytes(question));
            if (file.getParent() != null) {
                Files.createDirectories(file.getParent());
            }
            Files.write(file, sources.get(file));
            Files.setLastModifiedTime(file, time);
        }
        StringWriter messages = new StringWriter();
        int status = com.sun.tools.javac.Main.compile(words, new PrintWriter(messages));
        byte[] answer = encode(status, messages.toString(), sources);
        clear();
        return answer;
    }

    private static byte[] encode(int status, String messages, Map<Path, byte[]> sources) throws IOException {
        ByteArrayOutputStream files = new ByteArrayOutputStream();
        DataOutputStream to = new DataOutputStream(files);
        int number = 0;
        for (Path file : everything()) {
            if (!Files.isRegularFile(file)) {
                continue;
            }
            byte[] content = Files.readAllBytes(file);
            if (!Arrays.equals(content, sources.get(file))) {
                put(to, file.toString().getBytes(StandardCharsets.UTF_8));
                put(to, content);
                number++;
            }
        }
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        DataOutputStream answer = new DataOutputStream(whole);
        answer.writeInt(status);
        put(answer, messages.getBytes(StandardCharsets.UTF_8));
        answer.writeInt(number);
        files.writeTo(answer);
        return whole.toByteArray();
    }

    private static void clear() throws IOException {
        List<Path> all = everything();
        for (int at = all.size() - 1; at >= 0; at--) {
            Files.delete(all.get(at));
        }
    }

    /** All below the working folder, a folder before what is in it. */
    private static List<Path> everything() throws IOException {
        try (Stream<Path> paths = Files.walk(HERE)) {
            return paths.filter(path -> !path.toString().isEmpty()).sorted(Comparator.naturalOrder()).toList();
        }
    }

    private static String text(DataInputStream from) throws IOException {
        return new String(bytes(from), StandardCharsets.UTF_8);
    }

    private static byte[] bytes(DataInputStream from) throws IOException {
        byte[] content = new byte[from.readInt()];
        from.readFully(content);
        return content;
    }

    private static void put(DataOutputStream to, byte[] content) throws IOException {
        to.writeInt(content.length);
        to.write(content);
    }
}
