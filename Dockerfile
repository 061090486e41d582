# An image for workers: docker build -t grade . && docker run --rm grade tcp://scheduler:8786
# It grades as root at isolation level A or B where the container may make user namespaces, else at C: docs/cluster.md
FROM debian:12
COPY . /opt/grade
RUN /opt/grade/setup worker && rm -rf /var/lib/apt/lists/*
ENV DASK_DISTRIBUTED__WORKER__DAEMON=False
ENTRYPOINT ["/opt/grade/.venv/bin/dask", "worker", "--nthreads", "1", "--memory-limit", "0"]
