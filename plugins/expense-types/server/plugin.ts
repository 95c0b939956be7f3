import { defineServer } from '#server/plugin.ts'
import { migrations } from './migrations.ts'
import { categoryRules } from './rules.ts'
import { standingCategory } from './standing-category.ts'
import './tables.ts'

export default defineServer({ id: 'expense-types', migrations, records: { expenseType: categoryRules }, extensions: [standingCategory] })
