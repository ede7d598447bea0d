for _ in range(int(input())):
    print(1)
