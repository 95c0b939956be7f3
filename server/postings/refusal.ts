import type { PostingCall, PostingRefusal } from './posting.ts'

/** The explanation of a refusal, if the module of the call has one. */
export const refusalOf = (calls: ReadonlyMap<string, PostingCall>, { call, code }: { readonly call: string; readonly code: string | null }):
  | PostingRefusal
  | undefined => code === null ? undefined : calls.get(call)?.refusals?.[code]
