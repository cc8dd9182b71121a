import java.io.BufferedReader;
import java.io.InputStreamReader;

public class Twice {
    public static void main(String[] arguments) throws Exception {
        var lines = new BufferedReader(new InputStreamReader(System.in));
        var line = lines.readLine();
        // In a thread of its own, and calculated: both are things that limits may forbid.
        var thread = new Thread(() -> {
            long sum = 0;
            for (int i = 0; i < 1_000_000; i++) sum += i ^ line.length();
            System.out.println(line + line + (sum > 0 ? arguments[0] : ""));
        });
        thread.start();
        thread.join();
    }
}
