# An image that grades: docker build -t grade-grader -f docker/grader.Dockerfile .
#   docker run --rm -v "$PWD:/course:ro" grade-grader submissions/alice
# It grades as root at isolation level A or B where the container may make user namespaces, else at C: docs/isolation.md
FROM debian:12
ARG VERSION=unknown
LABEL org.opencontainers.image.title="grade" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.version="${VERSION}"
COPY . /opt/grade
RUN /opt/grade/setup && rm -rf /var/lib/apt/lists/* \
 && ln -s /opt/grade/.venv/bin/grade /opt/grade/.venv/bin/harness /usr/local/bin/
WORKDIR /course
ENTRYPOINT ["/usr/local/bin/grade"]
