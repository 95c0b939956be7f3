export default {
  'statistics.period': 'Choose a period of up to five years',
}
