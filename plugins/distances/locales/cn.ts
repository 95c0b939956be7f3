export default {
  'distances.samePlace': '两地不能相同',
  'distances.known': '该两地的里程已在表中',
} as const
