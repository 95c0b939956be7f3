import type { PostingCall, PostingRefusal } from './posting.ts'

/** What a refusal means, where whoever brings the call knows. */
export const refusalOf = (calls: ReadonlyMap<string, PostingCall>, { call, code }: { readonly call: string; readonly code: string | null }): PostingRefusal | undefined =>
  code === null ? undefined : calls.get(call)?.refusals?.[code]
