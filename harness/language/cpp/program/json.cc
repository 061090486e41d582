// JSON as the requests have it, and texts as the report has them. Part of driver.cc.

namespace grade_driver {

using std::size_t;
using std::string;

namespace {

const char* const base64_letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

class Parser {
public:
    explicit Parser(const string& text) : text_(text) {}

    Json value()
    {
        skip();
        Json json;
        switch (peek()) {
        case '{':
            json.kind = Json::Kind::object;
            items(json, '}');
            untag(json);
            break;
        case '[':
            json.kind = Json::Kind::list;
            items(json, ']');
            break;
        case '"':
            json.kind = Json::Kind::text;
            json.text = quotation();
            break;
        default:
            while (at_ < text_.size() && std::strchr(",]} \t\r\n", text_[at_]) == nullptr) {
                json.text += text_[at_++];
            }
            json.kind = json.text == "null"                            ? Json::Kind::null
                        : json.text == "true" || json.text == "false" ? Json::Kind::truth
                                                                      : Json::Kind::number;
        }
        return json;
    }

private:
    char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }

    void skip()
    {
        while (at_ < text_.size() && std::strchr(" \t\r\n,:", text_[at_]) != nullptr) {
            ++at_;
        }
    }

    void items(Json& json, char end)
    {
        ++at_;
        for (skip(); peek() != end && peek() != '\0'; skip()) {
            if (json.kind == Json::Kind::object) {
                json.keys.push_back(quotation());
            }
            json.items.push_back(value());
        }
        ++at_;
    }

    // What a tag says: a text, a number that is not finite, bytes as a text; of a map its pairs as lists.
    static void untag(Json& json)
    {
        if (json.keys.size() != 1 || json.keys[0].empty() || json.keys[0][0] != '!') {
            return;
        }
        const string tag = json.keys[0];
        Json content = json.items[0];
        if (tag == "!var") {
            json.kind = Json::Kind::variable;
            json.text = content.text;
        } else if (tag == "!map") {
            json.kind = Json::Kind::pairs;
            json.items = content.items;
        } else {
            content.kind = tag == "!number" ? Json::Kind::number : content.kind;
            content.text = tag == "!bytes" ? from_base64(content.text) : content.text;
            json = content;
            return;
        }
        json.keys.clear();
    }

    static string from_base64(const string& text)
    {
        string bytes;
        unsigned group = 0;
        int bits = 0;
        for (const char letter : text) {
            const char* at = letter == '=' ? nullptr : std::strchr(base64_letters, letter);
            if (at != nullptr) {
                group = group << 6 | static_cast<unsigned>(at - base64_letters);
                bits += 6;
                if (bits >= 8) {
                    bits -= 8;
                    bytes += static_cast<char>(group >> bits & 255);
                }
            }
        }
        return bytes;
    }

    unsigned code()
    {
        const unsigned found = std::strtoul(text_.substr(at_, 4).c_str(), nullptr, 16);
        at_ += 4;
        return found;
    }

    string quotation()
    {
        string found;
        for (++at_; peek() != '"' && at_ < text_.size();) {
            char letter = text_[at_++];
            if (letter != '\\') {
                found += letter;
                continue;
            }
            letter = text_[at_++];
            static const char* const names = "bfnrt";
            static const char* const meant = "\b\f\n\r\t";
            if (letter == 'u') {
                unsigned point = code();
                if (point >= 0xD800 && point < 0xDC00 && text_.compare(at_, 2, "\\u") == 0) {
                    at_ += 2;
                    point = 0x10000 + ((point - 0xD800) << 10) + (code() - 0xDC00);
                }
                encode(point, found);
            } else if (const char* name = std::strchr(names, letter)) {
                found += meant[name - names];
            } else {
                found += letter;
            }
        }
        ++at_;
        return found;
    }

    static void encode(unsigned point, string& to)
    {
        if (point < 0x80) {
            to += static_cast<char>(point);
            return;
        }
        const int more = point < 0x800 ? 1 : point < 0x10000 ? 2 : 3;
        static const unsigned char first[] = {0, 0xC0, 0xE0, 0xF0};
        to += static_cast<char>(first[more] | (point >> (6 * more)));
        for (int left = more - 1; left >= 0; --left) {
            to += static_cast<char>(0x80 | ((point >> (6 * left)) & 0x3F));
        }
    }

    const string& text_;
    size_t at_ = 0;
};

const Json& member(const Json& json, const char* key)
{
    static const Json none;
    for (size_t at = 0; at < json.keys.size(); ++at) {
        if (json.keys[at] == key) {
            return json.items[at];
        }
    }
    return none;
}

// How many bytes at `at` are one character of UTF-8; 0 when they are none.
size_t utf8(const string& text, size_t at)
{
    const auto byte = [&](size_t where) { return where < text.size() ? static_cast<unsigned char>(text[where]) : 0U; };
    const unsigned first = byte(at);
    const size_t size = first < 0x80 ? 1 : first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0;
    for (size_t more = 1; more < size; ++more) {
        if ((byte(at + more) & 0xC0) != 0x80) {
            return 0;
        }
    }
    const unsigned second = byte(at + 1);
    const bool overlong = (first == 0xE0 && second < 0xA0) || (first == 0xF0 && second < 0x90);
    const bool beyond = (first == 0xED && second > 0x9F) || (first == 0xF4 && second > 0x8F);
    return overlong || beyond ? 0 : size;
}

string base64(const string& bytes)
{
    string encoded;
    for (size_t at = 0; at < bytes.size(); at += 3) {
        unsigned group = 0;
        for (size_t more = 0; more < 3; ++more) {
            group = group << 8 | (at + more < bytes.size() ? static_cast<unsigned char>(bytes[at + more]) : 0U);
        }
        for (size_t letter = 0; letter < 4; ++letter) {
            encoded += at + letter <= bytes.size() ? base64_letters[group >> (18 - 6 * letter) & 63] : '=';
        }
    }
    return encoded;
}

}  // namespace

string quoted(const string& text)
{
    string encoded = "\"";
    for (size_t at = 0; at < text.size();) {
        const size_t size = utf8(text, at);
        const unsigned char first = text[at];
        if (size == 0 || first < 0x20 || first == '"' || first == '\\' || first == 0x7F) {
            char code[16];
            std::snprintf(code, sizeof code, size == 0 ? "\\\\x%02x" : "\\u%04x", first);
            encoded += code;
            ++at;
        } else {
            encoded += text.substr(at, size);
            at += size;
        }
    }
    return encoded + "\"";
}

string text_or_bytes(const string& text)
{
    for (size_t at = 0; at < text.size();) {
        const size_t size = utf8(text, at);
        if (size == 0) {
            return "{\"!bytes\": \"" + base64(text) + "\"}";
        }
        at += size;
    }
    return quoted(text);
}

// A type's name without its namespaces.
string plain_name(const std::type_info& type)
{
    int status = 0;
    char* name = abi::__cxa_demangle(type.name(), nullptr, nullptr, &status);
    string plain = name == nullptr ? type.name() : name;
    std::free(name);
    const size_t arguments = plain.find('<');
    const size_t colon = plain.rfind("::", arguments);
    return colon == string::npos ? plain : plain.substr(colon + 2);
}

string shown(double value)
{
    char text[40];
    for (int digits = 15; digits <= 17; ++digits) {
        std::snprintf(text, sizeof text, "%.*g", digits, value);
        if (std::strtod(text, nullptr) == value) {
            break;
        }
    }
    if (!std::isfinite(value)) {
        return string("{\"!number\": \"") + (std::isnan(value) ? "nan" : value > 0 ? "inf" : "-inf") + "\"}";
    }
    return std::strpbrk(text, ".e") == nullptr ? string(text) + ".0" : text;
}

bool to_number(const Json& json, long long& value)
{
    char* end = nullptr;
    errno = 0;
    value = std::strtoll(json.text.c_str(), &end, 10);
    return json.kind == Json::Kind::number && *end == '\0' && errno == 0;
}

bool to_number(const Json& json, unsigned long long& value)
{
    char* end = nullptr;
    errno = 0;
    value = std::strtoull(json.text.c_str(), &end, 10);
    return json.kind == Json::Kind::number && json.text[0] != '-' && *end == '\0' && errno == 0;
}

bool to_number(const Json& json, double& value)
{
    char* end = nullptr;
    value = std::strtod(json.text.c_str(), &end);
    return json.kind == Json::Kind::number && *end == '\0';
}

}  // namespace grade_driver
