import type { PostingCall, PostingRefusal } from './posting.ts'

/** The meaning of a refusal, where the module that brings the call knows it. */
export const refusalOf = (calls: ReadonlyMap<string, PostingCall>, { call, code }: { readonly call: string; readonly code: string | null }):
  | PostingRefusal
  | undefined => code === null ? undefined : calls.get(call)?.refusals?.[code]
