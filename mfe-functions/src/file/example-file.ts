/** A tracer's file: irradiance and temperature, then one point per line, with the currents of two strings. */
export const exampleFile = `Irradiance [W/m2]: 812
Cell temperature: 48.2
Voltage (V),I1 (A),I2 (A)
0,9.31,9.29
90,9.29,9.27
180,9.27,9.24
270,9.25,9.21
360,9.22,9.18
430,9.13,9.02
470,8.96,8.71
505,8.62,8.19
540,8.02,7.36
565,6.83,6.14
590,5.11,4.40
605,3.46,2.93
618,1.62,1.37
628,0,0`
