import { randomBytes, randomInt, scrypt, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { Refused } from '#kernel/errors.ts'
import { BadRequest } from '#server/http/answers/errors.ts'
import { semaphore } from '#server/concurrency/semaphore.ts'
import type { Db } from '#server/database/tables.ts'
import { transaction } from '#server/database/transaction.ts'

/**
 * Hashes a password with scrypt: "scrypt$N$r$p$salt$key", base64url. At most two run at a time, others wait.
 *
 * @param cost binary logarithm of scrypt's N: 17 needs 128 MiB for about half a second; lower for secrets that expire within minutes
 */
export async function hashPassword(password: string, cost: number): Promise<string> {
  const salt = randomBytes(16)
  const parameters = costOf(cost)
  const key = await derive(password, salt, parameters)
  return ['scrypt', parameters.N, parameters.r, parameters.p, salt.toString('base64url'), key.toString('base64url')].join('$')
}

/** Compares in constant time; without a stored hash it does the work of a new one and returns false. */
export async function passwordMatches(password: string, stored: string | null | undefined, newCost: number): Promise<boolean> {
  const parsed = stored ? parse(stored) : undefined
  const { cost, salt, key } = parsed ?? { cost: costOf(newCost), ...nobody }
  const derived = await derive(password, salt, cost)
  return parsed !== undefined && derived.length === key.length && timingSafeEqual(derived, key)
}

/**
 * Demands 6 to 18 characters, and a password that is not common.
 * @throws Refused `identity.passwordLength` or `identity.passwordCommon`, at `field`
 */
export function checkNewPassword(password: string, userName: string, field = 'newPassword'): void {
  const length = [...password].length
  if (length < 6 || length > 18) refuse('identity.passwordLength', field)
  const plain = password.toLowerCase()
  if (commonPasswords.has(plain) || plain === userName.toLowerCase() || isMonotonous(plain)) refuse('identity.passwordCommon', field)
}

/** A random first password: 12 characters without look-alikes. */
export function randomPassword(): string {
  const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789'
  return Array.from(randomBytes(12), (byte) => alphabet[byte % alphabet.length]).join('')
}

function refuse(code: string, field: string): never {
  throw new Refused(code, {}, [{ field, code }])
}

/** Returns whether a text is one repeated character, or a sequence such as 123456 or fedcba. */
function isMonotonous(text: string): boolean {
  const steps = new Set(Array.from(text.slice(1), (char, index) => char.charCodeAt(0) - text.charCodeAt(index)))
  return steps.size === 1 && [0, 1, -1].includes([...steps][0] ?? Number.NaN)
}

interface Cost {
  readonly N: number
  readonly r: number
  readonly p: number
}

const costOf = (logarithm: number): Cost => ({ N: 2 ** logarithm, r: 8, p: 1 })
const nobody = { salt: Buffer.alloc(16), key: Buffer.alloc(32) }

function parse(stored: string): { cost: Cost; salt: Buffer; key: Buffer } | undefined {
  const [scheme, N, r, p, salt, key] = stored.split('$')
  if (scheme !== 'scrypt' || !salt || !key) return undefined
  const cost = { N: Number(N), r: Number(r), p: Number(p) }
  return { cost, salt: Buffer.from(salt, 'base64url'), key: Buffer.from(key, 'base64url') }
}

async function derive(password: string, salt: Buffer, { N, r, p }: Cost): Promise<Buffer> {
  if (turns.waiting() >= longestQueue) throw new BadRequest(429, 'error.tooManyRequests')
  return turns.run(() =>
    new Promise((resolve, reject) => {
      scrypt(password.normalize('NFKC'), salt, 32, { N, r, p, maxmem: 256 * N * r }, (error, key) => (error ? reject(error) : resolve(key)))
    })
  )
}

const turns = semaphore(2)

/** Maximum length of the queue: later ones would wait longer than their senders do. */
const longestQueue = 200

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

/** Common passwords, in lower case; sequences and repetitions are recognised separately. */
const commonPasswords: ReadonlySet<string> = new Set(list.split(/\s+/).filter(Boolean))

/** Minimum interval between two codes of one person or telephone, s; and maximum number of either per day. */
const pause = 60
const mostADay = 10
const day = 86_400_000
/** Lifetime of a code, ms, and maximum number of guesses. */
const life = 5 * 60_000
const mostTries = 5

/** Low cost: a code is valid for minutes, while trying all codes against a copy of the table takes hours. */
const codeCost = 14

/** Codes of six digits sent to a telephone, which prove its possession. Stored hashed; usable once. */
export const phoneCodes = (db: Db) => ({
  /**
   * Creates a code; the previous one becomes invalid.
   * @throws Refused `identity.codeTooSoon`, `identity.codeTooMany` at `phone`
   */
  async create(userId: string, phone: string, at: Date): Promise<string> {
    const code = String(randomInt(1_000_000)).padStart(6, '0')
    const hash = await hashPassword(code, codeCost)
    await transaction(db, async (tx) => {
      // Serialised, so that two concurrent calls are counted as two.
      await sql`select pg_advisory_xact_lock(4201908)`.execute(tx)
      await demandPause(tx, { userId, phone, at })
      await tx.updateTable('phone_code').set({ used: true }).where('user_id', '=', userId).where('used', '=', false).execute()
      await tx.insertInto('phone_code').values({ user_id: userId, phone, hash, sent_at: at, expires_at: new Date(at.getTime() + life) })
        .execute()
    })
    return code
  },

  /**
   * Consumes the code. A wrong code is counted even if the call is rolled back.
   * @throws Refused `identity.codeWrong`, `identity.codeOver` at `code`
   */
  async take(userId: string, phone: string, code: string, at: Date): Promise<void> {
    const row = await db.updateTable('phone_code').set((eb) => ({ tries: eb('tries', '+', 1) }))
      .where('user_id', '=', userId).where('phone', '=', phone).where('used', '=', false).where('tries', '<', mostTries).where('expires_at',
        '>', at)
      .returning(['id', 'hash']).executeTakeFirst()
    if (!row) refuseCode('identity.codeOver', 'code')
    if (!(await passwordMatches(code, row.hash, codeCost))) refuseCode('identity.codeWrong', 'code')
    const { numUpdatedRows } = await db.updateTable('phone_code').set({ used: true }).where('id', '=', row.id).where('used', '=', false)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) refuseCode('identity.codeOver', 'code')
  },
})

/** Deletes codes of earlier days, which are not counted any more. */
export async function forgetPhoneCodes(db: Db, at: Date): Promise<void> {
  await db.deleteFrom('phone_code').where('sent_at', '<', new Date(at.getTime() - day)).execute()
}

async function demandPause(db: Db, { userId, phone, at }: { readonly userId: string; readonly phone: string; readonly at: Date }) {
  const sent = await db.selectFrom('phone_code').select(['user_id', 'phone', 'sent_at']).where('sent_at', '>', new Date(at.getTime() - day))
    .where((eb) => eb.or([eb('user_id', '=', userId), eb('phone', '=', phone)])).execute()
  const waited = (at.getTime() - Math.max(0, ...sent.map(({ sent_at: time }) => time.getTime()))) / 1_000
  if (waited < pause) refuseCode('identity.codeTooSoon', 'phone', { seconds: Math.ceil(pause - waited) })
  const isMuch = (mine: (row: (typeof sent)[number]) => boolean) => sent.filter(mine).length >= mostADay
  if (isMuch((row) => row.user_id === userId) || isMuch((row) => row.phone === phone))
    refuseCode('identity.codeTooMany', 'phone', { most: mostADay })
}

function refuseCode(code: string, field: string, parameters: Readonly<Record<string, number>> = {}): never {
  throw new Refused(code, parameters, [{ field, code, parameters }])
}
