import { Refused } from '#kernel/errors.ts'

/**
 * refused: a business refusal; busy: not processed, may be repeated; missing: no such record; mute: no usable answer; apart: no connection,
 * so that nothing was sent.
 */
export type SapFailureKind = 'refused' | 'busy' | 'missing' | 'mute' | 'apart' | 'notSet'

/** A failed call to SAP. */
export class SapFailure extends Error {
  override readonly name = 'SapFailure'

  constructor(
    readonly kind: SapFailureKind,
    /** SAP's message; empty without one. */
    readonly text = '',
    cause?: unknown,
    /** SAP's message code, and the name of the rejected entry of the body. */
    readonly about: { readonly code?: string; readonly field?: string } = {},
  ) {
    super(`SAP: ${kind} ${text}`, { cause })
  }
}

/** Errors of a connection that was not established, so that nothing was sent: the message for each, most in both languages. */
const notConnected: readonly (readonly [code: RegExp, message: string])[] = [
  [/^(CERT_HAS_EXPIRED|CERT_NOT_YET_VALID)$/, 'SAP的证书不在有效期内/The certificate of SAP is expired or not yet valid'],
  [/ALERT_CERTIFICATE_(EXPIRED|REVOKED)|ALERT_BAD_CERTIFICATE|ALERT_UNKNOWN_CA|CERTIFICATE_REQUIRED/,
    'SAP不接受本系统的证书，可能已过期/SAP does not accept our certificate, which may be expired'],
  [/CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS_|ERR_SSL_/, 'SAP的证书无法验证/The certificate of SAP cannot be verified'],
  [/^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/, '无法连接SAP/SAP can’t be reached'],
]

/** The message for an error before anything was sent; undefined where something may have been. */
export function notConnectedBy(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as NodeJS.ErrnoException
    const known = code === undefined ? undefined : notConnected.find(([pattern]) => pattern.test(code))
    if (known) return known[1]
  }
  return undefined
}

/** Locale keys of the messages for failures of SAP. */
const failureCodes: Readonly<Record<SapFailureKind, string>> = { notSet: 'sap.notSet', mute: 'sap.mute', apart: 'sap.mute',
  missing: 'sap.missing', refused: 'sap.refused', busy: 'sap.refused' }

/** Runs work with SAP and translates its failures into refusals. @throws Refused */
export async function withRefusals<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof SapFailure) throw new Refused(failureCodes[error.kind], { message: error.text })
    throw error
  }
}
