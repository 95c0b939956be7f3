import { defineServer } from '../../../server/plugin.ts'
import { migrations } from './migrations.ts'
import { categoryRules } from './rules.ts'

export default defineServer({ id: 'expense-types', migrations, records: { expenseType: categoryRules } })
