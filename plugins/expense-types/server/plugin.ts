import { defineServer } from '#server/plugin.ts'
import { migrations } from './migrations.ts'
import { categoryRules } from './rules.ts'
import { fixedCategory } from './fixed-category.ts'
import './tables.ts'

export default defineServer({ id: 'expense-types', migrations, records: { expenseType: categoryRules }, extensions: [fixedCategory] })
