export default {
  'permission.abandoned': '作废单据',
} as const
