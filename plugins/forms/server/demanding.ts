import type { CallAnswer, TestCaller, TestProduct } from '#server/documents/testing.ts'

/**
 * The product with callers that throw where a call is refused: records that a test adds before it fills in a form are there
 * afterwards, or the test says which call was refused and why.
 */
export function demanding(product: TestProduct): TestProduct {
  return { ...product, as: (...who) => demandingCaller(product.as(...who)) }
}

function demandingCaller(caller: TestCaller): TestCaller {
  return {
    ...caller,
    get: <Data>(url: string) => accepted(`GET ${url}`, caller.get<Data>(url)),
    delete: <Data>(url: string) => accepted(`DELETE ${url}`, caller.delete<Data>(url)),
    post: <Data>(url: string, body: unknown, headers?: Readonly<Record<string, string>>) =>
      accepted(`POST ${url}`, caller.post<Data>(url, body, headers)),
    put: <Data>(url: string, body: unknown) => accepted(`PUT ${url}`, caller.put<Data>(url, body)),
  }
}

/** @throws Error naming call and refusal, where the answer is one */
async function accepted<Data>(call: string, reply: Promise<CallAnswer<Data>>): Promise<CallAnswer<Data>> {
  const answer = await reply
  if (answer.code === 200) return answer
  throw new Error(`${call} was refused: ${answer.code} ${answer.msg} ${JSON.stringify(answer.data)}`)
}
