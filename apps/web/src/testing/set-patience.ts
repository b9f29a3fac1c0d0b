import { configure } from '@testing-library/react';

// Screens load their code when they are first shown: a busy machine needs longer for it than a second.
configure({ asyncUtilTimeout: 60_000 });
