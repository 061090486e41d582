let numbers = 0;

const twice = (n) => 2 * n;

function half(x) {
    return x / 2;
}

function negate(b) {
    return !b;
}

const greet = function (name) {
    return `hello, ${name}`;
};

function shout(text) {
    console.log(text.toUpperCase());
}

function sort_numbers(a, n) {
    a.splice(0, n, ...a.slice(0, n).sort((x, y) => x - y));
}

function total(values, n) {
    return values.slice(0, n).reduce((sum, value) => sum + value, 0);
}

function find_name(n) {
    return n === 0 ? undefined : "Ada";
}

async function next_number() {
    numbers += 1;
    return numbers;
}

function squares(values) {
    return values.map((value) => value * value);
}

function distinct(values) {
    return new Set(values);
}

function lengths(words) {
    return Object.fromEntries(words.map((word) => [word, word.length]));
}

function tally(values) {
    const counts = {};
    for (const value of values) {
        counts[value] = (counts[value] ?? 0) + 1;
    }
    return counts;
}

function largest_key(counts) {
    return Math.max(...counts.keys());
}

function both(n, text) {
    return [n, text];
}

function raw() {
    return Uint8Array.from([97, 255, 0]);
}

function fail(n) {
    if (n < 0) {
        throw new RangeError(`negative: ${n}`);
    }
    return n;
}

class InsufficientFunds extends Error {}

class Account {
    static opened = 0;

    constructor(owner, balance) {
        if (balance < 0) {
            throw new RangeError("negative");
        }
        this.owner = owner;
        this.balance = balance;
        Account.opened += 1;
    }

    deposit(amount) {
        this.balance += amount;
        return this.balance;
    }

    withdraw(amount) {
        if (amount > this.balance) {
            throw new InsufficientFunds(`only ${this.balance}`);
        }
        this.balance -= amount;
    }

    transfer(other, amount) {
        this.withdraw(amount);
        other.deposit(amount);
    }

    static richest(accounts) {
        return accounts.reduce((best, account) => (account.balance > best.balance ? account : best));
    }

    static count() {
        return Account.opened;
    }
}

module.exports = { twice };
