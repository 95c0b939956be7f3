import type { TestProduct } from '#server/documents/testing.ts'

/** Adds a shelf with a code; returns its id. */
export const addedPlace = async (product: TestProduct, code: string): Promise<string> =>
  (await product.as('librarian').post<{ id: string }>('/oaserver/bookLocation/add', { code, room: '测试', shelf: 'A' })).data.id

/** Adds an available book with a number; returns its id. */
export async function addedBook(product: TestProduct, bookNo: string): Promise<string> {
  const location = await addedPlace(product, `P-${bookNo}`)
  const { data } = await product.as('librarian').post<{ id: string }>('/oaserver/book/add', { bookNo, bookName: '检验手册',
    bookCategory: '1', bookType: '1', bookSource: '1', quantity: 1, price: '50.00', location })
  return data.id
}
