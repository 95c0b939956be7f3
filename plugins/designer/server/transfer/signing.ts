import '../tables.ts'
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#server/database/tables.ts'

/** A signature with the key that verifies it, both base64. */
export interface Signature {
  readonly key: string
  readonly value: string
}

/** Signs a text with the key of this installation, which is made with the first signature (Ed25519). */
export async function signed(db: Db, text: string): Promise<Signature> {
  const known = await ownKey(db)
  const secret = createPrivateKey({ key: Buffer.from(known.secret, 'base64'), format: 'der', type: 'pkcs8' })
  return { key: known.key, value: sign(null, Buffer.from(text), secret).toString('base64') }
}

async function ownKey(db: Db): Promise<{ readonly key: string; readonly secret: string }> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const fresh = { key: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
    secret: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64') }
  // of several processes, the first one's key is kept
  await db.insertInto('form_transfer_key').values({ id: 1, ...fresh }).onConflict((conflict) => conflict.column('id').doNothing()).execute()
  return db.selectFrom('form_transfer_key').select(['key', 'secret']).where('id', '=', sql<number>`1`).executeTakeFirstOrThrow()
}

/** Returns whether a text was signed with the key that the signature names. */
export function isSigned(text: string, { key, value }: Signature): boolean {
  try {
    return verify(null, Buffer.from(text), createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' }),
      Buffer.from(value, 'base64'))
  } catch {
    // no key at all
    return false
  }
}

/** A short name of a key for people to compare, in groups of four. */
export const fingerprint = (key: string): string =>
  (createHash('sha256').update(Buffer.from(key, 'base64')).digest('hex').slice(0, 16).match(/.{4}/g) ?? []).join(' ')
