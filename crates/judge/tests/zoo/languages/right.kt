fun main() {
    repeat(readLine()!!.trim().toInt()) { println(1) }
}
