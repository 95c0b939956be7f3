import type { CallAnswer, TestCaller, TestProduct } from '#server/documents/testing.ts'

/** Product whose callers throw on refused calls, so that failed preparations fail the test with the refusal. */
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

/** @throws Error with the call and its refusal */
async function accepted<Data>(call: string, reply: Promise<CallAnswer<Data>>): Promise<CallAnswer<Data>> {
  const answer = await reply
  if (answer.code === 200) return answer
  throw new Error(`${call} was refused: ${answer.code} ${answer.msg} ${JSON.stringify(answer.data)}`)
}
