/** Response of the simulated SAP: status and JSON. */
export interface SapAnswer {
  readonly status: number
  readonly body: unknown
}

/** Response with data (200). */
export const found = (body: unknown): SapAnswer => ({ status: 200, body })
export const unknown: SapAnswer = { status: 404, body: { message: '' } }
/** Refusal (422), optionally with code and field. */
export const refused = (message: string, about: { readonly code?: string; readonly field?: string } = {}): SapAnswer => ({ status: 422,
  body: { message, ...about } })

/** Response with one page of the given rows. */
export function pageOf(rows: readonly object[], query: URLSearchParams): SapAnswer {
  const [page, size] = [numberAt(query, 'page', 1), numberAt(query, 'size', 50)]
  return found({ items: rows.slice((page - 1) * size, page * size), total: rows.length })
}

const numberAt = (query: URLSearchParams, name: string, otherwise: number): number =>
  Math.max(1, Math.trunc(Number(query.get(name) ?? otherwise)) || otherwise)

/** Rows whose code or name contains the keyword of the query. */
export function searched<Row extends { readonly code: string; readonly nameCn: string; readonly nameEn: string }>(rows: readonly Row[],
  query: URLSearchParams): Row[] {
  const keyword = (query.get('keyword') ?? '').toLowerCase()
  return rows.filter(({ code, nameCn, nameEn }) => `${code} ${nameCn} ${nameEn}`.toLowerCase().includes(keyword))
}
