import { defineServer } from '#server/plugin.ts'
import type { RecordRules } from '#server/resources/rules.ts'
import { comparedPrices } from './compared-prices.ts'
import { migrations } from './migrations.ts'

const rules: RecordRules = { constraints: { sales_price_base_material: { code: 'sales.baseKnown', fields: ['material'] } } }

export default defineServer({ id: 'sales', migrations, records: { priceBase: rules }, extensions: [comparedPrices] })
