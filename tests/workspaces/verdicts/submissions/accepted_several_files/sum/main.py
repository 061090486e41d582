from adding import run

run()
