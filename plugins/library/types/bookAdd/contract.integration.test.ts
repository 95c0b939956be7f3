import { describeForm } from '#plugins/forms/server/contract-kit.ts'
import { addedPlace } from '../testing.ts'
import { bookAdd } from './index.ts'

let place: string | undefined
let count = 0

describeForm(bookAdd, {
  by: 'quality',
  filled: async ({ product }) => {
    place ??= await addedPlace(product, 'T-8')
    await product.database.db.updateTable('sys_dict_data').set({ label: '1', local_name: '1' }).where('type', '=', 'libraryRule').where(
      'value',
      '=',
      'addApproval',
    ).execute()
    count += 1
    return { applicantDept: 'sz-quality', bookNo: `CONTRACT-${count}`, bookName: '统计过程控制', bookCategory: '3', bookType: '1',
      bookSource: '1', price: '88.00', quantity: 1, publishDate: '2026-11-20', location: place }
  },
  passes: ['librarianCheck: librarian'],
  edges: { 'TS-04': { breaks: { publishDate: '2026-11-21' }, keeps: { publishDate: '2026-11-20' } } },
})
