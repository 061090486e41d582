package com.gradescope.jh61b.grader;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** Stands in for jh61b's annotation, which says what a test is worth: the spec has read it, and here it does nothing. */
@Retention(RetentionPolicy.RUNTIME)
public @interface GradedTest {
    /** What the test is called. */
    String name() default "";

    /** Its number. */
    String number() default "";

    /** Its points. */
    double max_score() default 1;

    /** Who sees it. */
    String visibility() default "visible";
}
