while True:
    print("spam", end="")
