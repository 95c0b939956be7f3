import { defineImportSamples, firstCode, wrong } from '#server/architecture-tests/import-sample.ts'

export default defineImportSamples({
  book: {
    async rows({ db }) {
      const location = await firstCode(db, 'book_location')
      return (n) => ({ bookNo: `HX-${n}`, bookName: `书${n}`, bookCategory: '技术', bookType: '期刊', bookSource: '采购', location,
        author: '某', publisher: '某社', isbn: '9787111213826', price: '1200.50' })
    },
    refusals: [wrong('the same number again', '', '与原文件第 3 行重复', { bookName: '别的' })],
  },
})
