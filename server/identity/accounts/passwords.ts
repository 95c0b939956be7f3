import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { Refused } from '#kernel/errors.ts'
import { BadRequest } from '#server/http/answers/refusal.ts'
import { semaphore } from '#server/concurrency/semaphore.ts'
import { commonPasswords } from './common-passwords.ts'

/**
 * Hashes a password with scrypt: "scrypt$N$r$p$salt$key", base64url.
 * Needs 128 MiB for about half a second; at most two run at a time, the others wait.
 * Only tests, and what is good for minutes, ask for a lower cost.
 */
export async function hashPassword(password: string, cost: Cost = current): Promise<string> {
  const salt = randomBytes(16)
  const key = await derive(password, salt, cost)
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join('$')
}

/** Compares in constant time; without a stored hash it does the same work and answers false. */
export async function passwordMatches(password: string, stored: string | null | undefined): Promise<boolean> {
  const parsed = stored ? parse(stored) : undefined
  const { cost, salt, key } = parsed ?? nobody
  const derived = await derive(password, salt, cost)
  return parsed !== undefined && derived.length === key.length && timingSafeEqual(derived, key)
}

/**
 * 6 to 18 characters, and not one that everybody tries first.
 * @throws Refused `identity.passwordLength` or `identity.passwordCommon`, at `field`.
 */
export function checkNewPassword(password: string, userName: string, field = 'newPassword'): void {
  const length = [...password].length
  if (length < 6 || length > 18) refuse('identity.passwordLength', field)
  const plain = password.toLowerCase()
  if (commonPasswords.has(plain) || plain === userName.toLowerCase() || isMonotonous(plain)) refuse('identity.passwordCommon', field)
}

/** A first password nobody has chosen: 12 characters without look-alikes. */
export function randomPassword(): string {
  const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789'
  return Array.from(randomBytes(12), (byte) => alphabet[byte % alphabet.length]).join('')
}

function refuse(code: string, field: string): never {
  throw new Refused(code, {}, [{ field, code }])
}

/** One character repeated, or a run such as 123456 or fedcba. */
function isMonotonous(text: string): boolean {
  const steps = new Set(Array.from(text.slice(1), (char, index) => char.charCodeAt(0) - text.charCodeAt(index)))
  return steps.size === 1 && [0, 1, -1].includes([...steps][0] ?? Number.NaN)
}

export interface Cost {
  readonly N: number
  readonly r: number
  readonly p: number
}

const current: Cost = { N: 2 ** 17, r: 8, p: 1 }
const nobody = { cost: current, salt: Buffer.alloc(16), key: Buffer.alloc(32) }

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

/** More would wait longer than their senders do. */
const longestQueue = 200
