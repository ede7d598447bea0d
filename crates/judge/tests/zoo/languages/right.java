import java.util.Scanner;

class Helper {
    static final String IT = "1";
}

public class Solution {
    public static void main(String[] words) {
        int n = new Scanner(System.in).nextInt();
        while (n-- > 0) System.out.println(Helper.IT);
    }
}
