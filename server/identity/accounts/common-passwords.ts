const list = `
123123 111222 112233 121212 123321 131313 159357 147258 147258369 159753 168168 188888 520520 521521 5201314 654321 666888 741852 789456
888666 987654321 102030 010203
123456789 1234567890 12345678910 123456a 123456aa 123456abc 1234qwer 123abc 123qwe 123qweasd 12341234 1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz2wsx
1qazxsw2 3edc4rfv
a12345 a123456 a1234567 a12345678 a123456789 aa123456 aaa111 abc123 abc123456 abcabc abcd1234 abcd123 admin1 admin12 admin123 admin1234
admin888 administrator asd123 asdasd asdf1234 asdfgh asdfghjkl
changeme company default demo123 dragon football hello123 iloveyou iloveyou1 letmein login123 master monkey mypassword office office123
p@ssw0rd pa55word pass123 pass1234 passw0rd password password1 password12 password123 princess
q1w2e3 q1w2e3r4 qazwsx qazwsxedc qq123456 qwe123 qweasd qweasdzxc qwer1234 qwerty qwerty1 qwerty123 qwertyuiop root123 secret starwars
summer sunshine superman temp123 test123 test1234 trustno1
user123 wang123 welcome welcome1 welcome123 woaini woaini1314 woaini520 wodemima woshishui xiaoming zaq12wsx zhang123 zxc123 zxcvbn zxcvbnm
zxcvbnm123`

/** Passwords that are guessed first, in lower case; runs and repetitions are recognised apart. */
export const commonPasswords: ReadonlySet<string> = new Set(list.split(/\s+/).filter(Boolean))
