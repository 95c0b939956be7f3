import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** A self-signed certificate for 127.0.0.1 with its key, both as PEM. */
export interface TestCertificate {
  readonly cert: string
  readonly key: string
}

/** Makes a certificate valid for a day, by X.509 version 3 (RFC 5280). */
export function testCertificate(): TestCertificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = sequence(set(sequence(objectId('550403'), tagged(0x0c, Buffer.from('127.0.0.1')))))
  const algorithm = sequence(objectId('2a8648ce3d040302'))
  const now = Date.now()
  const extensions = sequence(
    extension('551d13', sequence(tagged(0x01, Buffer.from([0xff])))),
    extension('551d11', sequence(tagged(0x87, Buffer.from([127, 0, 0, 1])))),
  )
  const body = sequence(tagged(0xa0, integer(Buffer.from([2]))), integer(Buffer.concat([Buffer.from([1]), randomBytes(8)])), algorithm,
    name, sequence(time(now - day), time(now + day)), name, publicKey.export({ type: 'spki', format: 'der' }), tagged(0xa3, extensions))
  const signature = tagged(0x03, Buffer.concat([Buffer.from([0]), sign('sha256', body, privateKey)]))
  const der = sequence(body, algorithm, signature)
  return { key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${der.toString('base64').replaceAll(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n` }
}

const day = 86_400_000

/** Encodes a DER element: tag, length, content. */
function tagged(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const head = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...head]), content])
}

const sequence = (...parts: readonly Buffer[]) => tagged(0x30, ...parts)
const set = (part: Buffer) => tagged(0x31, part)
const integer = (bytes: Buffer) => tagged(0x02, bytes)
const objectId = (hex: string) => tagged(0x06, Buffer.from(hex, 'hex'))
const extension = (id: string, content: Buffer) => sequence(objectId(id), tagged(0x04, content))
const time = (moment: number) => tagged(0x17, Buffer.from(`${new Date(moment).toISOString().replaceAll(/\D/g, '').slice(2, 14)}Z`))
