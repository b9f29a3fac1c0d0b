import { restrictLoaders } from './restrict-loaders.ts';

for (let time = 0; time < 20_000; time++) restrictLoaders();
