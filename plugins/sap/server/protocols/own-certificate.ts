import { X509Certificate } from 'node:crypto'
import { todayOf } from '#kernel/values/dates.ts'

/** Days before its end from which a certificate is ending. */
const noticeDays = 30

const day = 86_400_000

/** The period of validity of the certificate that is shown to SAP. */
export interface CertificateState {
  /** First and last day, yyyy-MM-dd. */
  readonly from: string
  readonly until: string
  readonly state: 'notYet' | 'valid' | 'ending' | 'expired'
}

/** The state of our own certificate (PEM; the first of a chain) at a moment. */
export function certificateState(certificate: string, now: Date): CertificateState {
  const { validFrom, validTo } = new X509Certificate(certificate)
  const [from, until] = [new Date(validFrom), new Date(validTo)]
  const left = until.getTime() - now.getTime()
  const state = from > now ? 'notYet' : left <= 0 ? 'expired' : left <= noticeDays * day ? 'ending' : 'valid'
  return { from: todayOf(from), until: todayOf(until), state }
}

/** The message where our own certificate is not valid at a moment, so that SAP would refuse the connection; in both languages. */
export function certificateRefusal(certificate: string, now: Date): string | undefined {
  const { state, from, until } = certificateState(certificate, now)
  if (state === 'expired')
    return `本系统访问SAP的证书已于${until}到期，更换后才能发送/Our certificate for SAP expired on ${until}. Nothing is sent until it is replaced`
  return state === 'notYet'
    ? `本系统访问SAP的证书从${from}起才有效/Our certificate for SAP is not valid before ${from}`
    : undefined
}
