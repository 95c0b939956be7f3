export default {
  'sales.baseKnown': '该产品的底价已登记',
} as const
