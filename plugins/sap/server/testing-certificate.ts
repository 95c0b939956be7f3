import { createSign, generateKeyPairSync, randomBytes } from 'node:crypto'

/** A certificate with its private key, PEM. */
export interface TestCertificate {
  readonly cert: string
  readonly key: string
}

type Moment = Date

/** Makes a certificate for 127.0.0.1 that signs itself, good between two moments; whoever trusts it checks its days only. */
export function certificateOf(
  { from, until, name }: { readonly from: Moment; readonly until: Moment; readonly name: string },
): TestCertificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const algorithm = sequence(ecdsaWithSha256)
  const issuer = sequence(der(0x31, sequence(Buffer.concat([commonName, der(0x0c, Buffer.from(name))]))))
  const content = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(7)])),
    algorithm,
    issuer,
    sequence(utcTime(from), utcTime(until)),
    issuer,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(
      sequence(basicConstraints, der(0x01, Buffer.from([255])), der(0x04, sequence(der(0x01, Buffer.from([255]))))),
      sequence(alternativeName, der(0x04, sequence(der(0x87, Buffer.from([127, 0, 0, 1]))))),
    )),
  )
  const signature = createSign('SHA256').update(content).sign(privateKey)
  const whole = sequence(content, algorithm, der(0x03, Buffer.concat([Buffer.from([0]), signature])))
  return { cert: pem('CERTIFICATE', whole), key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() }
}

// object identifiers, encoded: 1.2.840.10045.4.3.2, 2.5.4.3, 2.5.29.19, 2.5.29.17
const [ecdsaWithSha256, commonName, basicConstraints, alternativeName] = ['06082a8648ce3d040302', '0603550403', '0603551d13', '0603551d11']
  .map((hex) => Buffer.from(hex, 'hex')) as [Buffer, Buffer, Buffer, Buffer]

/** An element of ASN.1 in its distinguished encoding. */
function der(tag: number, content: Buffer): Buffer {
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

const sequence = (...parts: readonly Buffer[]): Buffer => der(0x30, Buffer.concat(parts))

const utcTime = (moment: Moment): Buffer => der(0x17, Buffer.from(`${moment.toISOString().slice(2, 19).replaceAll(/[-:T]/g, '')}Z`))

const pem = (kind: string, bytes: Buffer): string =>
  `-----BEGIN ${kind}-----\n${bytes.toString('base64').replaceAll(/(.{64})/g, '$1\n').trimEnd()}\n-----END ${kind}-----\n`
